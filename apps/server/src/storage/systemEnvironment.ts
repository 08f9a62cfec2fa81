/** What every program may need: where things are, the language and the time zone. `NODE_OPTIONS` may load a `.env` file. */
const SYSTEM_VARIABLES = [
  ...["PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"],
  // Where shared libraries lie, and the memory allocator that some container images preload.
  ...["LD_LIBRARY_PATH", "LD_PRELOAD"],
  // Windows starts no program without these.
  ...["SystemRoot", "SystemDrive", "ComSpec", "TEMP", "TMP", "USERPROFILE"],
];

/**
 * The environment for child processes: an allowlist, because the server's own environment holds passwords and tokens.
 */
export function systemEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(
    SYSTEM_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
}
