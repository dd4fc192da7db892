import { Group } from '@mantine/core'
import { webPaths } from '@culvert/schema/web-paths'
import { Link } from 'react-router-dom'
import { IconLock } from '../../ui/icons.ts'
import classes from './DocsNavigation.module.css'
import type { DocsSection } from './sections.ts'

/** The sections in reading order. */
export function DocsNavigation({ sections, current }: { sections: DocsSection[]; current: string }) {
  return (
    <nav aria-label="Sections">
      <ol className={classes.root}>
        {sections.map(({ id, title, restricted }) => (
          <li key={id}>
            <Link
              className={classes.link}
              to={`${webPaths.docs}/${id}`}
              aria-current={id === current ? 'page' : undefined}
            >
              <span>{title}</span>
              {restricted && (
                <Group component="span" gap="0.25rem" wrap="nowrap" fz="xs" fw={400}>
                  <IconLock size={13} aria-hidden /> <span className={classes.words}>contact us for access</span>
                </Group>
              )}
            </Link>
          </li>
        ))}
      </ol>
      <p className={classes.legend} aria-hidden="true">
        <IconLock size={13} /> contact us for access
      </p>
    </nav>
  )
}
