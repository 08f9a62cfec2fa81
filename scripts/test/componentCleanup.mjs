import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Removes what a test rendered. Testing Library does this automatically only where test functions are global.
afterEach(cleanup);
