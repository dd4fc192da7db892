/** What a package for a system without Node knows of itself. */
export interface PackagedAs {
  /** The system that it is for, such as `linux-x64`. */
  target: string
  /** The Ed25519 key, in PEM, that has signed what an update may be; null where whoever packaged it had none. */
  publicKey: string | null
}

/** Put in place of this name when a package is made (agent/packaging/). */
declare const PACKAGED_AS: PackagedAs

/** Undefined where Node runs the command from a checkout or from the package for npm. */
export const packagedAs: PackagedAs | undefined = typeof PACKAGED_AS === 'undefined' ? undefined : PACKAGED_AS
