import { act } from '@testing-library/react'

/** Returns what was copied. It is read in turns of the event loop, in which a clock of the page may draw it anew. */
export const readClipboard = (): Promise<string> => act(() => navigator.clipboard.readText())
