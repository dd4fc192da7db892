/** In a file of its own, which is loaded alone. */
export { Tooltip } from '@mantine/core'
