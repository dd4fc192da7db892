import { webPaths } from '@culvert/schema/web-paths'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { IconNext, IconPrevious } from '../../ui/icons.ts'
import type { DocsSection } from './sections.ts'
import classes from './SectionSteps.module.css'

interface SectionStepsProps {
  previous: DocsSection | undefined
  next: DocsSection | undefined
}

/** Links to the previous and the next section. */
export function SectionSteps({ previous, next }: SectionStepsProps) {
  return (
    <nav className={classes.root} aria-label="Previous and next section">
      {previous && (
        <Button
          component={Link}
          to={`${webPaths.docs}/${previous.id}`}
          variant="default"
          leftSection={<IconPrevious size={16} aria-hidden />}
        >
          Previous: {previous.title}
        </Button>
      )}
      {next && (
        <Button
          ms="auto"
          component={Link}
          to={`${webPaths.docs}/${next.id}`}
          variant="default"
          rightSection={<IconNext size={16} aria-hidden />}
        >
          Next: {next.title}
        </Button>
      )}
    </nav>
  )
}
