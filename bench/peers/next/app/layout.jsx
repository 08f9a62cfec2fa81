import "../../../../apps/site/src/fonts.css";
import "../../../../apps/site/src/styles.css";
import { Frame } from "./Frame.jsx";

export const metadata = { icons: { icon: "data:," } };

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>
        <Frame>{children}</Frame>
      </body>
    </html>
  );
}
