import { webPaths } from '@culvert/schema/web-paths'
import { Anchor, Checkbox, type CheckboxProps } from '@mantine/core'

/** Accepts the terms, which is required to sign up. */
export function TermsCheckbox(props: CheckboxProps) {
  return (
    <Checkbox
      label={
        <>
          I agree to the{' '}
          <Anchor href={webPaths.terms} target="_blank">
            Terms of Service
          </Anchor>{' '}
          and{' '}
          <Anchor href={webPaths.privacy} target="_blank">
            Privacy Policy
          </Anchor>
        </>
      }
      aria-invalid={props.error !== undefined}
      {...props}
    />
  )
}
