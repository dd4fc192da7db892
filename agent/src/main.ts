import { runProgram } from './commands/program.ts'
import { untilWritten } from './output/until-written.ts'

// On most systems this removes the AuthID from the command line that `ps` shows.
process.title = 'culvert'

const streams = [process.stdout, process.stderr]
// Without a listener, a reader that leaves early (`culvert logs | head`) would make the command fail with a stack trace.
for (const stream of streams) stream.on('error', () => {})

/** Runs the command line of this process. The executable of a package runs a script, which has no top-level await. */
async function main(): Promise<void> {
  const exitCode = await runProgram(process.argv.slice(2))
  await Promise.all(streams.map(untilWritten))
  process.exit(exitCode)
}

void main()
