import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { createTempFolder } from './culvert.ts'
import { projectFolder, startProcess } from './processes.ts'

/** What the Dockerfile builds, in folders of this machine. */
export interface Image {
  /** Represents the working folder of a container; no one may write there. */
  folder: string
  /** The same for the stages, by name. */
  stages: ReadonlyMap<string, string>
  env: Record<string, string>
  command: string[]
  healthcheck: string[]
}

/** The working folder in a container. */
const containerFolder = '/culvert'

/**
 * Executes the Dockerfile, except for what only a container has: its base, its users, and the commands of the last stage, which
 * create a folder outside.
 */
export async function buildImage(cleanup: Cleanup): Promise<Image> {
  const stages = new Map<string, string>()
  const image: Image = { folder: '', stages, env: {}, command: [], healthcheck: [] }
  let isNamed = false
  for (const [, instruction = '', rest = ''] of readProject('Dockerfile').matchAll(/^([A-Z]+) (.+)$/gm)) {
    const words = rest.split(' ')
    switch (instruction) {
      case 'FROM': {
        const [base = '', , name] = words
        image.folder = await createTempFolder(cleanup)
        copy(stages.get(base), image.folder)
        isNamed = name !== undefined
        if (name !== undefined) stages.set(name, image.folder)
        break
      }
      case 'COPY':
        copyInto(image, words)
        break
      case 'RUN':
        if (isNamed) await run(rest, image.folder)
        break
      case 'ENV': {
        const [name = '', value] = rest.split(/=(.*)/s)
        image.env[name] = value ?? ''
        break
      }
      case 'HEALTHCHECK':
        image.healthcheck = readWords(rest.replace(/^CMD /, ''))
        break
      case 'CMD':
        image.command = readWords(rest)
        break
      default:
        if (!['WORKDIR', 'VOLUME', 'USER', 'EXPOSE'].includes(instruction))
          throw new Error(`${instruction} is not known here`)
    }
  }
  execFileSync('chmod', ['-R', 'a-w', image.folder])
  // A database is copied with its modes, and belongs to the same user here.
  execFileSync('chmod', ['-R', 'u+w', join(image.folder, 'api/dist/database')])
  cleanup.defer(() => execFileSync('chmod', ['-R', 'u+w', image.folder]))
  return image
}

/** Returns the command without privileges, so that writes to read-only files are refused: needed only for root. */
export function unprivileged(command: string[]): string[] {
  return process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', ...command] : command
}

/** Reads a file of the checkout. */
export function readProject(path: string): string {
  return readFileSync(join(projectFolder, path), 'utf8')
}

function copyInto({ folder, stages }: Image, words: string[]): void {
  const [first = '', ...others] = words
  if (!first.startsWith('--from=')) {
    if (words.join(' ') !== '. .') throw new Error(`expected COPY . ., found COPY ${words.join(' ')}`)
    for (const file of listContext()) cpSync(join(projectFolder, file), join(folder, file))
    return
  }
  const from = stages.get(first.slice('--from='.length)) ?? ''
  const target = others.pop() ?? ''
  for (const source of others) {
    const path = source.replace(`${containerFolder}/`, '')
    copy(join(from, path), join(folder, target === './' ? path : target))
  }
}

function copy(source: string | undefined, target: string): void {
  // Links are kept: those of workspaces point to the copy.
  if (source !== undefined) cpSync(source, target, { recursive: true, verbatimSymlinks: true })
}

/** Reports whether .dockerignore keeps a file from the stages. */
export function isKeptOut(file: string): boolean {
  const parts = file.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return readProject('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .some((pattern) => paths.some((path) => matchesGlob(path, pattern)))
}

/** The files of a clean checkout that .dockerignore lets through. */
function listContext(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: projectFolder })
  return String(listed)
    .split('\n')
    .filter((file) => file !== '' && !isKeptOut(file))
}

async function run(command: string, folder: string): Promise<void> {
  const running = startProcess('sh', ['-c', `unset $(env | grep -io '^npm_[a-z_]*'); ${command}`], { cwd: folder })
  const { code } = await running.waitForExit(300_000)
  if (code !== 0) throw new Error(`${command}: ended with ${code}\n${running.stdout}${running.stderr}`)
}

function readWords(json: string): string[] {
  const words: unknown = JSON.parse(json)
  if (!Array.isArray(words)) throw new Error(`expected a list of words, found ${json}`)
  return words.map(String)
}
