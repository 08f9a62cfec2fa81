import { Form, type FormProps } from "./Form.tsx";

/** The form that asks for a workspace: one address, at any provider. */
export function SignUpForm(props: Omit<FormProps, "formId">) {
  return <Form {...props} formId="sign-up" />;
}
