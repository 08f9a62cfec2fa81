import { decodeValue } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { areasText } from "../shared/account/roles.ts";
import { useDateRange } from "../shared/address/range.ts";
import { useScreenHref } from "../shared/address/useScope.ts";
import { writeHref } from "../shared/address/writeHref.ts";
import { rangeText } from "../shared/filters/RangeMenu.tsx";
import { RangeText } from "../shared/query/Outdated.tsx";
import { useRememberedSearch } from "../shared/ui/lastSearch.ts";
import { LinkButton } from "../shared/ui/links.tsx";
import { type Account, ScreenHeader } from "../shared/ui/screen.tsx";
import { maySee, SCREENS } from "./screens.ts";

interface ScreenRoutesProps {
  account: Account;
  onSignOut: () => void;
  onSignedOut: () => void;
}

/** Renders the screen for the current URL. */
export function ScreenRoutes({ account, onSignOut, onSignedOut }: ScreenRoutesProps) {
  useRememberedSearch();
  const range = useDateRange();
  return (
    <RangeText value={rangeText(range)}>
      <Switch>
        {SCREENS.map(({ path, title, Component, ...screen }) => (
          <Route key={path} path={path}>
            {(routeParams) => {
              if (!maySee(account, screen)) return <OtherArea title={title} account={account} />;
              const params = decodeParams(routeParams);
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
    </RangeText>
  );
}

/** Decodes each parameter separately. The router decodes the whole path at once, which leaves "/" and "?" encoded. */
function decodeParams(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value = ""]) => [name, decodeValue(value)]));
}

/** Monitoring was a screen of its own until Speed and Errors had its data. Old links lead there, with their date range and filters. */
function FromMonitoring() {
  const hrefOf = useScreenHref({ hasOwnDefault: true });
  const list = new URLSearchParams(useSearch()).get("show");
  return <Redirect replace to={hrefOf(list === "errors" ? "/errors" : "/speed")} />;
}

/** Live used to be a separate screen. */
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

/**
 * Shown for a screen of an area that the person has no access to. Its link leads to the first screen they can open.
 */
function OtherArea({ title, account }: { title: string; account: Account }) {
  const hrefOf = useScreenHref({ hasOwnDefault: true });
  const [location] = useLocation();
  const first = SCREENS.find(
    (screen) => screen.group !== undefined && screen.area && maySee(account, screen),
  );
  if (location === "/" && first) return <Redirect replace to={hrefOf(first.path)} />;
  return (
    <>
      <ScreenHeader title={title} />
      <p className="mt-2 mb-5 max-w-prose text-ink-muted">
        Your account is limited to {areasText(account.areas)}. Ask an owner if you need this screen.
      </p>
      {first && <LinkButton href={first.path}>Go to {first.title}</LinkButton>}
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
