import { Center, Loader } from '@mantine/core'

/** A spinner in the middle of the window. */
export function LoadingScreen({ label }: { label: string }) {
  return (
    <Center component="output" mih="100dvh" aria-label={label}>
      <Loader type="dots" aria-hidden />
    </Center>
  )
}
