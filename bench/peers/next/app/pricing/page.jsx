import copy from "../../../../../content/copy/en/pricing.json";
import Pricing from "./Pricing.jsx";

export const metadata = { title: copy.meta.title, description: copy.meta.description };

export default function Page() {
  return <Pricing copy={copy} locale="en" />;
}
