import { decodeValue } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { Redirect, Route, Switch, useSearch } from "wouter";
import { useScreenHref } from "../shared/address/useScope.ts";
import { writeHref } from "../shared/address/writeHref.ts";
import { useRememberedSearch } from "../shared/ui/lastSearch.ts";
import { LinkButton } from "../shared/ui/links.tsx";
import { type Account, ScreenHeader } from "../shared/ui/screen.tsx";
import { SCREENS } from "./screens.ts";

interface ScreenRoutesProps {
  account: Account;
  onSignOut: () => void;
  onSignedOut: () => void;
}

/** Renders the screen for the current URL. */
export function ScreenRoutes({ account, onSignOut, onSignedOut }: ScreenRoutesProps) {
  useRememberedSearch();
  return (
    <Switch>
      {SCREENS.map(({ path, title, Component }) => (
        <Route key={path} path={path}>
          {(given) => {
            const params = decodeParams(given);
            return (
              <Component
                key={Object.values(params).join("/")}
                title={title}
                account={account}
                params={params}
                onSignedOut={onSignedOut}
              />
            );
          }}
        </Route>
      ))}
      <Route path="/monitoring">
        <FromMonitoring />
      </Route>
      <Route path="/live">
        <MovedToEvents />
      </Route>
      <Route path={/^\/(?:setup|join)$/}>
        <AlreadySignedIn email={account.email} onSignOut={onSignOut} />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

/** Decodes each parameter on its own. The router decodes the whole path at once, which leaves "/" and "?" encoded. */
function decodeParams(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value = ""]) => [name, decodeValue(value)]));
}

/** Monitoring was a screen of its own until Speed and Errors had its data. Old links lead there, with their date range and filters. */
function FromMonitoring() {
  const hrefOf = useScreenHref();
  const list = new URLSearchParams(useSearch()).get("show");
  return <Redirect replace to={hrefOf(list === "errors" ? "/errors" : "/speed")} />;
}

/** Live was a screen of its own. */
function MovedToEvents() {
  const params = new URLSearchParams(useSearch());
  params.set("view", "live");
  return <Redirect to={writeHref("/events", params)} replace />;
}

/** Shown for a setup or invitation link when the browser is already signed in. Only creating an account uses up the link. */
function AlreadySignedIn({ email, onSignOut }: { email: string; onSignOut: () => void }) {
  return (
    <>
      <ScreenHeader title="You're already signed in" />
      <p className="wrap-anywhere mt-2 mb-5 max-w-prose text-ink-muted">
        This link creates a new account, and this browser is signed in as {email}. Sign out first to use the
        link.
      </p>
      <Button onClick={onSignOut}>Sign out</Button>
    </>
  );
}

function NotFound() {
  return (
    <>
      <ScreenHeader title="Page not found" />
      <p className="mt-2 mb-5 max-w-prose text-ink-muted">
        The address may be mistyped or come from an older version of the console. Use the navigation to find
        the screen you need.
      </p>
      <LinkButton href="/">Go to Overview</LinkButton>
    </>
  );
}
