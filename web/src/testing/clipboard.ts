import { act } from '@testing-library/react'

/** Returns what was copied. It is read across turns of the event loop, in which a clock of the page may redraw it. */
export const readClipboard = (): Promise<string> => act(() => navigator.clipboard.readText())
