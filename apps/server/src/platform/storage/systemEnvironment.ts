/**
 * How glibc returns freed memory to the system. By default, each thread has its own arena that keeps freed blocks of several megabytes: the rows of inserts,
 * in sixteen threads, took 140 MB after a burst.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: String(1024 ** 2) };

/**
 * Variables that any program may need: paths, language, time zone, and how to reach other machines. `NODE_OPTIONS` is left out because it can load a `.env`
 * file.
 */
const SYSTEM_VARIABLES = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  // Authorities that a company trusts, and its proxy.
  "NODE_EXTRA_CA_CERTS",
  "NODE_USE_SYSTEM_CA",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_USE_ENV_PROXY",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  // The path of shared libraries, and the memory allocator that some container images preload.
  "LD_LIBRARY_PATH",
  "LD_PRELOAD",
  // Override ours.
  ...Object.keys(ALLOCATOR),
  // Windows cannot start a program without these.
  "SystemRoot",
  "SystemDrive",
  "ComSpec",
  "TEMP",
  "TMP",
  "USERPROFILE",
];

/**
 * The environment for child processes. An allowlist, because the server's own environment holds passwords and tokens.
 */
export function systemEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const variables = SYSTEM_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { ...ALLOCATOR, ...Object.fromEntries(variables) };
}
