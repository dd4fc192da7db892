/**
 * What `npm run package` makes, an installation serves, and `culvert update` accepts.
 */

/** One package of a version. */
export interface PackagedFile {
  /** The system that it is for, such as `linux-x64`. */
  target: string
  /** Its name, beside the manifest. */
  file: string
  size: number
  /** Of the file, in hexadecimal digits. */
  sha256: string
}

/** The packages of one version. The packager signs its bytes as they are. */
export interface Manifest {
  version: string
  packages: PackagedFile[]
}

/** Names in the folder of a version. */
export const manifestName = 'manifest.json'
export const signatureName = 'manifest.json.sig'
export const publicKeyName = 'signing-key.pem'
/** The scripts that install a package; a server puts its address in place of `serverPlaceholder`. */
export const installerNames = ['install.sh', 'install.ps1'] as const
export const serverPlaceholder = '@SERVER@'

/** More than any package takes; anything that claims to be larger is not a package. */
export const packageBytesMax = 256 * 1024 * 1024

/** Reads a manifest. Throws, with what it expected, if it is not one. */
export function parseManifest(bytes: Uint8Array): Manifest {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new Error('expected a manifest in JSON')
  }
  if (!isRecord(value) || typeof value.version !== 'string' || !/^\d+\.\d+\.\d+$/.test(value.version)) {
    throw new Error('expected a manifest with a version such as 1.2.3')
  }
  if (!Array.isArray(value.packages)) throw new Error('expected a manifest with packages')
  return { version: value.version, packages: value.packages.map(parseFile) }
}

function parseFile(value: unknown): PackagedFile {
  if (isRecord(value)) {
    const { target, file, size, sha256 } = value
    const isNamed = typeof target === 'string' && typeof file === 'string' && /^[a-z0-9][a-z0-9.-]*$/.test(file)
    const isMeasured = typeof size === 'number' && Number.isSafeInteger(size) && size > 0 && size <= packageBytesMax
    if (isNamed && isMeasured && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)) {
      return { target, file, size, sha256 }
    }
  }
  throw new Error('expected each package of a manifest with target, file, size and sha256')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
