import manifest from '../../package.json' with { type: 'json' }

/** The version that every part of Culvert shows. */
export const version: string = manifest.version
