/** Reads one setting and notes its fault; undefined where there is one. */
export type ReadSetting = <T>(name: string, fallback: string, parse: (text: string) => T) => T | undefined
