import { runProgram } from './commands/program.ts'

// On most systems this takes the AuthID out of what `ps` shows of the command line.
process.title = 'culvert'

process.exit(await runProgram(process.argv.slice(2)))
