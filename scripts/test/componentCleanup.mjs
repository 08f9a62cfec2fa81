import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Removes what a test rendered. Testing Library does this by itself only where test functions are global.
afterEach(cleanup);
