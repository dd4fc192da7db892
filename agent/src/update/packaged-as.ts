/** The build information of a package for a system without Node. */
export interface PackagedAs {
  /** The target system, such as `linux-x64`. */
  target: string
  /** The Ed25519 key, in PEM, that signs acceptable updates; null if the package was made without one. */
  publicKey: string | null
}

/** Replaces this name when a package is made (agent/packaging/). */
declare const PACKAGED_AS: PackagedAs

/** Undefined if Node runs the command from a checkout or from the npm package. */
export const packagedAs: PackagedAs | undefined = typeof PACKAGED_AS === 'undefined' ? undefined : PACKAGED_AS
