import { runProgram } from './commands/program.ts'

// On most systems this takes the AuthID out of what `ps` shows of the command line.
process.title = 'culvert'

// Answers are copied side by side; in the 8 KiB that node gives for this by itself, every sixth short one would need new memory.
Buffer.poolSize = 32 * 1024

process.exit(await runProgram(process.argv.slice(2)))
