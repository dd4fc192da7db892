/** Where packages for systems without Node begin. It awaits nothing: an executable runs a script, and not a module. */
import { runProgram } from '../src/commands/program.ts'

/** Variables of Node's that the command promises to know, or that do not steer Node itself. */
const kept = new Set(['NODE_EXTRA_CA_CERTS', 'NODE_ENV'])

// NODE_OPTIONS is off already. Others have Node write files or check no certificates, and are meant for the programs of a developer.
const { env } = process
const steering = Object.keys(env).filter((name) => name.startsWith('NODE_') && !kept.has(name))
for (const name of steering) delete env[name]
if (steering.length > 0 && process.platform === 'linux') {
  // Node has read some of them by now: this process begins anew without them.
  process.execve?.(process.execPath, [process.execPath, ...process.argv.slice(2)], env)
}

// On most systems this takes the AuthID out of what `ps` shows of the command line.
process.title = 'culvert'

void runProgram(process.argv.slice(2)).then((code) => process.exit(code))
