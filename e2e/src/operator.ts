import { join } from 'node:path'
import type { Site } from './culvert.ts'
import { projectFolder, startNode } from './processes.ts'

/** Runs the operator's command line against an installation; throws with its output if it fails. */
export async function operate(site: Pick<Site, 'env'>, ...args: string[]): Promise<void> {
  const command = startNode(join(projectFolder, 'api/src/admin/main.ts'), args, { env: site.env })
  const { code } = await command.waitForExit()
  if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}\n${command.stderr}`)
}
