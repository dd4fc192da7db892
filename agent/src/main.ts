import { runProgram } from './commands/program.ts'

// On most systems this removes the AuthID from the command line that `ps` shows.
process.title = 'culvert'

process.exit(await runProgram(process.argv.slice(2)))
