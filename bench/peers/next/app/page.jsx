import copy from "../../../../content/copy/en/home.json";
import Home from "./Home.jsx";

export const metadata = { title: copy.meta.title, description: copy.meta.description };

export default function Page() {
  return <Home copy={copy} locale="en" />;
}
