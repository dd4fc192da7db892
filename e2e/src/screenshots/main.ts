/**
 * Photographs every screen as people see it, and looks for what keeps them from using it: `npm run screenshots`.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '@culvert/program'
import { launchBrowser } from '../chromium.ts'
import { projectFolder } from '../processes.ts'
import { createProgramCleanup } from '../program-cleanup.ts'
import { writeDocumentPictures } from './documents.ts'
import { findFaults } from './faults.ts'
import { listScenes, type Scene } from './scenes.ts'
import { writeSheets } from './sheet.ts'
import { listFilmScenes } from './story.ts'
import { writeSocialPicture } from './social-picture.ts'
import { isNarrow, isVisible, viewports, type NamedViewport, setViewport, Stage } from './stage.ts'
import { createWorld } from './world.ts'

const lookNames = viewports.map(({ name }) => name).join(', ')

const usage = `npm run screenshots [-- options]

Starts an installation, lets people use it, and photographs every screen in light and dark, on a desktop and on a phone,
into screenshots/, with contact sheets. Exits with 1 when axe finds a fault, or a page scrolls sideways.

  --only TEXT     only scenes whose name or route has this in it; may be given more than once
  --look NAME     only ${lookNames}; may be given more than once (all but narrow and wide)
  --documents     instead, takes the pictures of README, landing page and link previews again
  --help          print this`

const folder = join(projectFolder, 'screenshots')
const cleanup = createProgramCleanup()

interface Options {
  texts: string[]
  looks: NamedViewport[]
  documents: boolean
}

/** Reads the arguments of the command line; undefined if help is wanted. Throws if something requested does not exist. */
function parseOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [''] },
      look: { type: 'string', multiple: true },
      documents: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const unknown = values.look?.find((wanted) => viewports.every(({ name }) => name !== wanted))
  if (unknown !== undefined) throw new Error(`--look takes ${lookNames}, got ${unknown}.`)
  return {
    texts: values.only,
    looks: viewports.filter(({ name, isExtra }) => values.look?.includes(name) ?? !isExtra),
    documents: values.documents,
  }
}

async function run(wanted: Options): Promise<number> {
  const [browser, world] = await Promise.all([launchBrowser(), createWorld(cleanup)])
  const stage = new Stage(browser, world)
  cleanup.defer(() => stage.close())
  const allScenes = listScenes(world)
  if (wanted.documents) {
    const files = [
      await writeSocialPicture(browser),
      ...(await writeDocumentPictures(stage, [...allScenes, ...listFilmScenes(world.story)])),
    ]
    process.stdout.write(`Taken: ${files.join(', ')}\n`)
    return 0
  }

  const scenes = allScenes.filter(({ name, path }) =>
    wanted.texts.some((text) => name.includes(text) || path.includes(text)),
  )
  if (scenes.length === 0) throw new Error(`No scene has ${wanted.texts.join(' or ')} in its name or route.`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  let faultCount = 0
  for (const scene of scenes) faultCount += await photograph(stage, scene, wanted.looks)
  for (const look of wanted.looks) {
    const files = scenes.filter((scene) => isVisible(scene, look)).map((scene) => fileOf(scene, look))
    const grid = isNarrow(look)
      ? { columns: 6, columnWidth: 300, count: 12 }
      : { columns: 2, columnWidth: 720, count: 4 }
    await writeSheets(browser, folder, look.name, files, grid)
  }
  process.stdout.write(`${scenes.length} scenes are in ${folder}; ${faultCount} faults\n`)
  return faultCount === 0 ? 0 : 1
}

/** Photographs a scene in each look, and prints its faults; returns how many there are. */
async function photograph(stage: Stage, scene: Scene, wantedViewports: readonly NamedViewport[]): Promise<number> {
  const seen = wantedViewports.filter((look) => isVisible(scene, look))
  const [first] = seen
  if (!first) return 0
  const page = await stage.show(scene, first)
  let faultCount = 0
  for (const look of seen) {
    await setViewport(page, look)
    await page.screenshot({ path: fileOf(scene, look), fullPage: !scene.overlay })
    const faults = await findFaults(page)
    faultCount += faults.length
    for (const fault of faults) process.stdout.write(`${scene.name} (${look.name}): ${fault}\n`)
  }
  await scene.after?.(page)
  return faultCount
}

const fileOf = ({ name }: Scene, look: NamedViewport) => join(folder, `${name}.${look.name}.png`)

/** Runs the command; returns the exit code. */
async function main(): Promise<number> {
  try {
    const wanted = parseOptions()
    if (wanted) return await run(wanted)
    process.stdout.write(`${usage}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n--help tells more.\n`)
    return 2
  } finally {
    await cleanup.end()
  }
}

process.exitCode = await main()
