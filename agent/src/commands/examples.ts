import type { Command } from 'commander'

/** A command line, and what it does. */
type Example = readonly [line: string, meaning: string]

/** Examples for every command, by its name. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  'culvert http': [
    ['culvert http 3000', 'a random public URL for http://localhost:3000'],
    ['culvert http 3000 --gateway demo', 'the URL of your gateway "demo"'],
    ['culvert http ./dist', 'the files of a folder'],
    ['culvert http 5173 --rewrite', 'a dev server that knows only localhost'],
    ['culvert http 3000 --basic-auth ada:secret', 'visitors need a password'],
    ['culvert http https://localhost:8443 --allow-any-certificate', 'an app with a certificate of its own'],
  ],
  'culvert mcp': [
    ['culvert mcp 3001 --gateway tools', 'the MCP server on port 3001, at a URL that stays'],
    ['claude mcp add culvert -- culvert mcp --tools', 'tools for a coding agent'],
  ],
  'culvert start': [
    ['culvert start', 'the tunnel of culvert.yml, if it has only one'],
    ['culvert start web api', 'two of its tunnels'],
    ['culvert start --all --log culvert.log', 'all of them, with a log file'],
  ],
  'culvert config check': [
    ['culvert config check', 'the file that commands would read here'],
    ['culvert config check ci/culvert.yml', 'another file'],
  ],
  'culvert config edit': [['EDITOR="code --wait" culvert config edit', 'edit the file in VS Code, and check it']],
  'culvert config path': [['culvert config path', 'where culvert.yml and the sign-ins are']],
  'culvert config schema': [['culvert config schema > culvert.schema.json', 'a copy of the schema for an editor']],
  'culvert doctor': [
    ['culvert doctor', 'this machine, the server and the way between'],
    ['culvert doctor 3000', 'the app on port 3000 too'],
    ['culvert doctor 3000 --report doctor.json', 'a file to attach to a bug report'],
  ],
  'culvert update': [
    ['culvert update', 'install the newest version'],
    ['culvert update --rollback', 'return to the version before'],
  ],
  'culvert login': [
    ['culvert login --server tunnels.example.com', 'opens the dashboard, where you approve this machine'],
    ['culvert login --no-browser', 'shows a code, for machines without a browser'],
    ['culvert login --server other.example --profile work', 'a second server: `culvert http 3000 --profile work`'],
  ],
  'culvert logout': [
    ['culvert logout', 'sign out of the current profile'],
    ['culvert logout --profile work', 'sign out of another one'],
  ],
  'culvert whoami': [
    ['culvert whoami', 'the user, the account and the server'],
    ['culvert whoami --json', 'the same for a script'],
  ],
  'culvert status': [
    ['culvert status', 'each tunnel with its URL and its traffic'],
    ['culvert status --json', 'the same for a script'],
  ],
  'culvert inspect': [
    ['culvert inspect', 'open the inspector'],
    ['culvert inspect --no-browser', 'print its URL, with its token'],
  ],
  'culvert logs': [
    ['culvert logs', 'the requests of all tunnels, as they come'],
    ['culvert logs demo --no-follow', 'the kept requests of one tunnel'],
  ],
  'culvert replay': [
    ['culvert replay 1a2b-7', 'send one request again'],
    ['culvert replay --set checkout --diff', 'send a set again, and compare the answers'],
  ],
  'culvert open': [['culvert open demo', 'open the public URL of a tunnel']],
  'culvert stop': [
    ['culvert stop demo', 'close one tunnel'],
    ['culvert stop', 'close all of them'],
  ],
  'culvert service install': [
    ['culvert service install', 'a service of your own, with all tunnels of culvert.yml'],
    ['sudo culvert service install web --system', 'a service of the machine, with one tunnel'],
    ['culvert service install --print', 'only show its file'],
  ],
  'culvert service uninstall': [['culvert service uninstall', 'stop and remove your service']],
  'culvert service start': [['culvert service start', 'start your service']],
  'culvert service stop': [['culvert service stop', 'stop your service']],
  'culvert service restart': [['culvert service restart', 'make it run the version that is now installed']],
  'culvert service status': [['culvert service status', 'whether it runs, with its tunnels']],
  'culvert service run': [['culvert service run --all --restart', 'what the service of a Mac runs']],
  'culvert version': [['culvert version', 'the version, such as 1.0.2']],
  'culvert completion': [
    ['source <(culvert completion bash)', 'in ~/.bashrc'],
    ['source <(culvert completion zsh)', 'in ~/.zshrc, below compinit'],
    ['culvert completion fish > ~/.config/fish/completions/culvert.fish', 'once'],
    ['culvert completion powershell | Out-String | Invoke-Expression', 'in $PROFILE'],
  ],
}

/** Returns the examples for a command; none for a group of commands. */
export function examplesOf(name: string): readonly Example[] {
  return examples[name] ?? []
}

/** Lines longer than this have their meaning on the next line. */
const lineLengthMax = 46

/** Gives each command below `command` its examples, and makes its error messages point to its own help. */
export function addExamples(command: Command, name = command.name()): void {
  command.showHelpAfterError(`See \`${name} --help\`.`)
  const own = examplesOf(name)
  if (own.length > 0) command.addHelpText('after', `\nExamples:\n${own.map(layOut).join('\n')}`)
  for (const each of command.commands) addExamples(each, `${name} ${each.name()}`)
}

function layOut([line, meaning]: Example): string {
  const start = `  ${line.padEnd(lineLengthMax)}`
  return line.length > lineLengthMax ? `  ${line}\n  ${' '.repeat(lineLengthMax)}  ${meaning}` : `${start}  ${meaning}`
}
