import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { type RunningAgent, runCulvert, startAgent } from './agent.ts'
import type { Cleanup } from './cleanup.ts'
import type { Site } from './culvert.ts'

/** A tunnel with its inspector. */
export interface Inspected {
  agent: RunningAgent
  /** Runs another command of the same user. */
  run: (...args: string[]) => Promise<{ code: number | null; stdout: string }>
  /** The address of the inspector, with its token. */
  url: string
}

/** Opens a tunnel to a local app, with separate folders. */
export async function openInspected(
  cleanup: Cleanup,
  site: Site,
  options: { port: number; secret: string; args?: string[] },
): Promise<Inspected> {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-inspector-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  const env = { CULVERT_STATE_DIR: folder }
  const agent = await startAgent(cleanup, site, { ...options, env })
  const run = async (...args: string[]) => {
    const command = runCulvert(cleanup, site, args, env)
    const { code } = await command.waitForExit()
    return { code, stdout: command.stdout }
  }
  const { stdout } = await run('inspect', '--no-browser')
  return { agent, run, url: stdout.trim() }
}

/** Finds a request in the list. */
export function requestRow(page: Page, name: string | RegExp): Locator {
  return page.getByRole('list', { name: 'Requests' }).getByRole('link', { name })
}

/** Copies the open request as curl, fetch or HAR, and returns the clipboard's content. */
export async function copyAs(page: Page, form: 'cURL (bash)' | 'fetch' | 'HAR'): Promise<string> {
  await page.getByRole('button', { name: `Copy as ${form}` }).click()
  await page.getByRole('button', { name: `Copied as ${form}` }).waitFor()
  return await page.evaluate<string>('navigator.clipboard.readText()')
}
