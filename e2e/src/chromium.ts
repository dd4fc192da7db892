import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '@culvert/program'
import { type Browser, type LaunchOptions, chromium } from 'playwright-core'

/** One way to obtain a Chromium. */
interface Rung {
  name: string
  /** Undefined when this machine does not have it. */
  find(environment: NodeJS.ProcessEnv): LaunchOptions | undefined | Promise<LaunchOptions | undefined>
}

/** From the person's choice to what a bare machine can still run. */
const ladder: Rung[] = [
  { name: '$CHROMIUM_PATH', find: (environment) => executable(environment.CHROMIUM_PATH) },
  { name: 'system Chromium', find: ({ PATH }) => executable(findOnPath(PATH, 'chromium', 'chromium-browser')) },
  {
    name: 'system Chrome',
    find: ({ PATH }) => executable(findOnPath(PATH, 'google-chrome', 'google-chrome-stable', 'chrome')),
  },
  { name: 'installed Chrome', find: () => ({ channel: 'chrome' }) },
  { name: '@sparticuz/chromium', find: unpackBundled },
  { name: "Playwright's own", find: () => executable(chromium.executablePath()) },
]

/**
 * Starts the first Chromium of the ladder that can show about:blank, and prints on stderr which one that was.
 * Throws with the reason for every rung if none can. `args` are Chromium's own.
 */
export async function launchBrowser(environment = process.env, args: string[] = []): Promise<Browser> {
  return (await launchFirst(environment, args)).browser
}

/** Resolves with how other programs start the Chromium of `launchBrowser`. */
export async function findChromium(): Promise<LaunchOptions> {
  const { browser, options } = await launchFirst(process.env, [])
  await browser.close()
  return options
}

async function launchFirst(
  environment: NodeJS.ProcessEnv,
  args: string[],
): Promise<{ browser: Browser; options: LaunchOptions }> {
  const refusals: string[] = []
  for (const rung of ladder) {
    try {
      const found = await rung.find(environment)
      if (!found) {
        refusals.push(`${rung.name}: not here`)
        continue
      }
      const browser = await launch(found, args)
      process.stderr.write(`Browser: Chromium ${browser.version()} (${rung.name})\n`)
      return { browser, options: found }
    } catch (error) {
      refusals.push(`${rung.name}: ${firstLine(error)}`)
    }
  }
  throw new Error(`No Chromium starts on this machine. Install one, or set CHROMIUM_PATH.\n  ${refusals.join('\n  ')}`)
}

async function launch(options: LaunchOptions, args: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    ...options,
    // Containers have neither user namespaces for the sandbox nor a /dev/shm of useful size.
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  })
  try {
    const page = await browser.newPage()
    await page.goto('about:blank')
    await page.close()
    return browser
  } catch (error) {
    await browser.close()
    throw error
  }
}

function executable(path: string | undefined): LaunchOptions | undefined {
  if (!path || !existsSync(path)) return undefined
  return { executablePath: path }
}

function findOnPath(path = '', ...names: string[]): string | undefined {
  const folders = path.split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

/** Runs in a separate process: the package reads its environment when it is imported, and leaves settings behind in it. */
async function unpackBundled(): Promise<LaunchOptions> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts')])
  const [executablePath, libraries, fonts] = stdout.trim().split('\n')
  const { LD_LIBRARY_PATH: own } = process.env
  return {
    executablePath,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: own ? `${own}:${libraries}` : libraries,
      FONTCONFIG_FILE: fonts,
    },
  }
}

function firstLine(error: unknown): string {
  const text = messageOf(error)
  return text.split('\n', 1)[0] ?? text
}
