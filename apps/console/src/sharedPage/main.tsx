import "../styles.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SharedPage } from "./SharedPage.tsx";

const client = new QueryClient({ defaultOptions: { queries: { retry: 1, networkMode: "always" } } });
const root = document.getElementById("root");
if (!root) throw new Error("shared.html has no #root.");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <SharedPage />
    </QueryClientProvider>
  </StrictMode>,
);
