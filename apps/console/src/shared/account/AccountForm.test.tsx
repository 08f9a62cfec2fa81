import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AccountForm } from "./AccountForm.tsx";

test.each(["new-password", "current-password"] as const)(
  "hides the password while it is typed, and allows pasting and password managers: %s",
  (autoComplete) => {
    const html = renderToStaticMarkup(
      <AccountForm
        title="Sign in"
        intro=""
        action="Sign in"
        autoComplete={autoComplete}
        onSubmit={async () => null}
      />,
    );
    const [field = ""] = /<input[^>]*name="password"[^>]*>/.exec(html) ?? [];
    expect(field).toContain(`type="password"`);
    expect(field).toContain(`autoComplete="${autoComplete}"`);
    expect(field).not.toMatch(/maxlength|onpaste|readonly|pattern=/i);
    expect(html).toMatch(
      /<input[^>]*name="email"[^>]*autoComplete="username"|autoComplete="username"[^>]*name="email"/,
    );
  },
);
