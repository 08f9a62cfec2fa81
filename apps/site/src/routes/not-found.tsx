import { ErrorPage, type ErrorPageProps } from "../shell/ErrorPage.tsx";

export function NotFound(props: ErrorPageProps) {
  return <ErrorPage {...props} texts={props.copy.notFound} />;
}
