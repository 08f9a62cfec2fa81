/**
 * How glibc gives freed memory back to the system. By default, each thread has an arena of its own that keeps freed blocks of several megabytes: the rows of
 * inserts, in sixteen threads, took 140 MB after a burst.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: String(1024 ** 2) };

/** Paths, language and time zone, which any program may need. `NODE_OPTIONS` is left out because it can load a `.env` file. */
const SYSTEM_VARIABLES = [
  ...["PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"],
  // The path of shared libraries, and the memory allocator that some container images preload.
  ...["LD_LIBRARY_PATH", "LD_PRELOAD"],
  // Instead of ours.
  ...Object.keys(ALLOCATOR),
  // Windows cannot start a program without these.
  ...["SystemRoot", "SystemDrive", "ComSpec", "TEMP", "TMP", "USERPROFILE"],
];

/**
 * The environment for child processes. An allowlist, because the server's own environment holds passwords and tokens.
 */
export function systemEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const given = SYSTEM_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { ...ALLOCATOR, ...Object.fromEntries(given) };
}
