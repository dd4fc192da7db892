/** Imported before all else: frees this process from variables that are meant for other programs. */

/** Variables of Node that the command promises to honor, or that do not configure Node itself. */
const kept = new Set(['NODE_EXTRA_CA_CERTS', 'NODE_ENV'])

// NODE_OPTIONS is disabled already. Others make Node write files or skip certificate checks, and are meant for a developer's programs.
const { env } = process
const steering = Object.keys(env).filter((name) => name.startsWith('NODE_') && !kept.has(name))
for (const name of steering) delete env[name]
if (steering.length > 0 && process.platform === 'linux') {
  // Node has read some of them by now, so this process restarts without them.
  process.execve?.(process.execPath, [process.execPath, ...process.argv.slice(2)], env)
}
