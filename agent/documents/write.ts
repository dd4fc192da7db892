import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodesHelp } from '../src/commands/help.ts'
import { createProgram } from '../src/commands/program.ts'
import { createJsonSchema } from '../src/config/json-schema.ts'
import { version } from '../src/version.ts'
import { toManPage } from './man-page.ts'
import { toMarkdown } from './markdown.ts'
import { listCommands } from './reference.ts'

const agentFolder = join(import.meta.dirname, '..')
const [begin, end] = [
  '<!-- The commands, from their --help: `npm run documents` -->\n',
  '<!-- The end of the commands -->\n',
]

/** Returns the documents that follow from the commands and settings, by path. */
export function makeDocuments(): Map<string, string> {
  const commands = listCommands(createProgram(() => Promise.resolve()))
  const readme = join(agentFolder, 'README.md')
  const [before = '', rest = ''] = readFileSync(readme, 'utf8').split(begin)
  const [, after] = rest.split(end)
  if (after === undefined) throw new Error(`${readme} lacks the place of the commands, between ${begin}and ${end}`)
  return new Map([
    [readme, `${before}${begin}\n${toMarkdown(commands)}\n${end}${after}`],
    [join(agentFolder, 'man/culvert.1'), toManPage(commands, version, exitCodesHelp.split('\n'))],
    [join(agentFolder, '../web/public/culvert.schema.json'), `${JSON.stringify(createJsonSchema(), undefined, 2)}\n`],
  ])
}
