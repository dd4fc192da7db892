/** A separate file, so that it can be loaded alone. */
export { Tooltip } from '@mantine/core'
