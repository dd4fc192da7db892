import { webPaths } from '@culvert/schema/web-paths'
import { Link } from 'react-router-dom'
import { figures } from '../site/claims.ts'
import classes from './Figures.module.css'

/** Shows what was measured, and where it is documented. */
export function Figures() {
  return (
    <section className={classes.root} aria-label="Measured">
      <dl className={classes.figures}>
        {Object.values(figures).map(({ value, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.source}>
        Medians on two cores that app, load and both ends of the tunnel share, all on one machine. The{' '}
        <Link to={`${webPaths.docs}/benchmarks`}>benchmarks</Link> have the other runs, what was slower, and how to
        repeat them.
      </p>
    </section>
  )
}
