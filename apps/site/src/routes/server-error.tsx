import { ErrorPage, type ErrorPageProps } from "../shell/ErrorPage.tsx";

export function ServerError(props: ErrorPageProps) {
  return <ErrorPage {...props} texts={props.copy.serverError} />;
}
