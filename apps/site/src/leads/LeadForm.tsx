import type { LeadFormId } from "@marquee/contract";
import { Form, type FormProps } from "./Form.tsx";

/** A form that leads to a conversation with sales or to a demo (specification, section 7). */
export function LeadForm(props: FormProps & { formId: LeadFormId }) {
  return <Form {...props} />;
}
