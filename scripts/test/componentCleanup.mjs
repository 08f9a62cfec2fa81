import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Removes components rendered by a test. Testing Library does this automatically only where test functions
// are global.
afterEach(cleanup);
