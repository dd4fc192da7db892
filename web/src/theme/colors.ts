import type { MantineColorsTuple } from '@mantine/core'

/** The one accent: deep teal, the colour of water under a bridge. */
export const stream: MantineColorsTuple = [
  '#eef7f6',
  '#d8edea',
  '#aedad5',
  '#7fc5be',
  '#52b2aa',
  '#2d958f',
  '#187c79',
  '#0c6464',
  '#0a4f51',
  '#083b3e',
]

/** Danger, for what cannot be undone. */
export const brick: MantineColorsTuple = [
  '#fdf1f0',
  '#fadddb',
  '#f5bdb9',
  '#f0a19b',
  '#ec8f88',
  '#dd5a51',
  '#c8392f',
  '#b3261e',
  '#8f1d17',
  '#6e1511',
]

/** Neutrals for the light scheme: slate with a hint of the accent. */
export const slate: MantineColorsTuple = [
  '#f6f8f8',
  '#edf1f1',
  '#dfe6e7',
  '#ccd6d8',
  '#a9b7bb',
  '#7d8f96',
  '#5a6c74',
  '#425259',
  '#2a383f',
  '#16232a',
]

/** Neutrals for the dark scheme, from text (0) to the deepest ground (9). */
export const night: MantineColorsTuple = [
  '#dde7e8',
  '#bac8cc',
  '#96a8ae',
  '#6b7e85',
  '#36474e',
  '#26353b',
  '#1a272c',
  '#121c20',
  '#0c1417',
  '#080e10',
]
