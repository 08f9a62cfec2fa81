/**
 * Name of the query parameter; an address that carries it again would be redirected again, so it is refused. It stands alone because
 * every document looks for it before hydration, and few need the rest.
 */
export const APP_REDIRECT_PARAMETER = "app-redirect";
