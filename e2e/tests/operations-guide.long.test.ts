import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCleanup } from '../src/cleanup.ts'
import { createTempFolder } from '../src/culvert.ts'
import { readProject } from '../src/image.ts'
import { projectFolder } from '../src/processes.ts'
import { findObstacle, ScratchMachine } from '../src/scratch-machine/machine.ts'

/** A fenced block of the guide: commands, or the content of a file that the preceding sentence names. */
interface Block {
  text: string
  file: string | undefined
}

/** Values that the guide leaves to the reader. */
const password = 'a-password-of-the-database'
const secret = 'a secret of the edges that is long enough'.replaceAll(' ', '-')

const cleanup = createCleanup()
const section = readSection('docs/operations.md', 'From a clean clone, without Docker')
const blocks = readBlocks(section)
const obstacle = findObstacle()
const title = 'the guide to an installation without Docker'

/** Returns the text below a heading of the third level. */
function readSection(file: string, heading: string): string {
  const [, after = ''] = readProject(file).split(`\n### ${heading}\n`)
  return after.split(/\n##+ /)[0] ?? ''
}

/** Returns all fenced blocks, in any language, without the indentation of lists. */
function readBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^( *)```.*\n([^]*?)^\1```$/gm)].map(({ index, 1: indent = '', 2: body = '' }) => ({
    text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    file: /In `(\/[^`]+)`[^`]*(?:`[^`]*`[^`]*)?:\n\n$/.exec(markdown.slice(0, index))?.[1],
  }))
}

/** Returns the settings that an example of a proxy lists at its top. */
function readProxySettings(file: string): string {
  const settings = readProject(file).match(/^# {3}[A-Z_]+=.*$/gm) ?? []
  return settings.map((line) => `${line.replace(/^# +/, '')}\n`).join('')
}

/** Creates a repository with the files of this checkout, committed or not. */
async function createRepository(): Promise<string> {
  const folder = await createTempFolder(cleanup)
  const deleted = new Set(listFiles('--deleted'))
  const files = listFiles('--cached', '--others', '--exclude-standard').filter((file) => !deleted.has(file))
  execFileSync('cp', ['--parents', '--no-dereference', ...files, folder], { cwd: projectFolder })
  const commit = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message=all']
  for (const args of [['init', '--quiet'], ['add', '--all', '--force'], commit])
    execFileSync('git', args, { cwd: folder })
  return folder
}

function listFiles(...which: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', ...which], { cwd: projectFolder, encoding: 'utf8' })
  return listed.split('\0').filter((file) => file !== '')
}

const describeOnScratch = obstacle === undefined ? describe : describe.skip

describeOnScratch(obstacle === undefined ? title : `${title} (${obstacle})`, () => {
  let machine: ScratchMachine
  let repository: string

  beforeAll(async () => {
    repository = await createRepository()
    machine = await ScratchMachine.start(cleanup)
  }, 120_000)

  /** Runs the commands of a block. */
  async function follow({ text, file }: Block): Promise<string> {
    if (file === undefined) {
      const lines = text.replaceAll('REPOSITORY', repository)
      // The commands ask for a password twice. Only commands that download something are online.
      return await machine.run(lines, { input: `${password}\n${password}\n`, isOnline: /^(git|npm ci)\b/m.test(lines) })
    }
    const settings = text.replace('culvert:PASSWORD', `culvert:${password}`).replace('=SECRET', `=${secret}`)
    return await machine.run(`cat > ${file}`, { input: settings + readProxySettings('deploy/Caddyfile') })
  }

  it('installs and starts Culvert on a machine, with every command of the guide as written', async () => {
    const printed: string[] = []
    for (const block of blocks) printed.push(await follow(block))
    expect(blocks.filter(({ file }) => file !== undefined)).toHaveLength(1)
    // The last command shows the settings of the site, which the API has made in its database.
    expect(printed.at(-1)).toMatch(/culvert/i)
  }, 600_000)

  it('lets only root read the settings, and runs the programs as a user whose only privilege is low ports', async () => {
    expect(await machine.run('stat --format=%A:%U /etc/culvert/culvert.env')).toBe('-rw-------:root\n')
    for (const main of ['api', 'edge']) {
      const status = await machine.run(`cat "/proc/$(pgrep --oldest --full '^/opt/.*[ /]${main}/src/main.ts')/status"`)
      const fields = Object.fromEntries(
        [...status.matchAll(/^(\w+):\s*(.*)$/gm)].map(([, name, value]) => [name, value]),
      )
      const [uid] = (await machine.run('id --user culvert')).split('\n')
      expect(fields).toMatchObject({
        Uid: Array.from({ length: 4 }, () => uid).join('\t'),
        CapEff: '0000000000000400',
        CapBnd: '0000000000000400',
        NoNewPrivs: '1',
      })
    }
  })

  it('serves the dashboard, and has a database with plans', async () => {
    expect(await machine.run('curl -fsS http://localhost:4000/')).toContain('<div id="root"')
    const tables = 'sudo -u postgres psql --tuples-only --no-align --command "select count(*) from plans" culvert'
    expect(Number(await machine.run(tables))).toBeGreaterThan(0)
  })
})
