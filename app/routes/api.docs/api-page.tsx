import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

import { CallSection } from './call-section';
import type { ShownApi } from './describe-api.server';
import { Shape, shapeId } from './shape';

/** The repository API for people who write programs. What it says is in English, as in the OpenAPI document. */
export function ApiPage({ origin, api: { areas, shapes } }: { origin: string; api: ShownApi }) {
  const { t } = useTranslation('api-docs');
  return (
    <>
      <h1>{t('title')}</h1>
      <p>{t('description')}</p>
      <About origin={origin} />
      <Contents areas={areas} />
      {areas.map((area) => (
        <section key={area.id} aria-labelledby={area.id}>
          <h2 id={area.id} lang="en">
            {area.name}
          </h2>
          <p lang="en">{area.description}</p>
          {area.paths.map(({ path, calls }) => (
            <section key={path}>
              <h3 id={`path-${calls[0]?.id}`}>
                <code>{path}</code>
              </h3>
              {calls.map((call) => (
                <CallSection key={call.id} call={call} />
              ))}
            </section>
          ))}
        </section>
      ))}
      <Shapes shapes={shapes} />
    </>
  );
}

const notes = ['token', 'language', 'refusals', 'running', 'versions', 'shortened'] as const;

function About({ origin }: { origin: string }) {
  const { t } = useTranslation('api-docs');
  return (
    <ul>
      <li>
        {t('document')} <a href={paths.openApi()}>{origin + paths.openApi()}</a>
      </li>
      {notes.map((note) => (
        <li key={note}>{t(`notes.${note}`)}</li>
      ))}
      <li>
        <a href={paths.accessTokens()}>{t('ownTokens')}</a>
      </li>
    </ul>
  );
}

function Contents({ areas }: Pick<ShownApi, 'areas'>) {
  const { t } = useTranslation('api-docs');
  return (
    <nav aria-labelledby="contents" className="api-contents">
      <h2 id="contents">{t('contents')}</h2>
      <ul>
        {areas.map(({ id, name, paths: listed }) => (
          <li key={id}>
            <a href={`#${id}`} lang="en">
              {name}
            </a>
            <ul>
              {listed.flatMap(({ calls }) =>
                calls.map((call) => (
                  <li key={call.id}>
                    <a href={`#${call.id}`}>
                      <code>
                        {call.method} {call.path}
                      </code>
                    </a>
                  </li>
                )),
              )}
            </ul>
          </li>
        ))}
        <li>
          <a href="#shapes">{t('shapes')}</a>
        </li>
      </ul>
    </nav>
  );
}

function Shapes({ shapes }: Pick<ShownApi, 'shapes'>) {
  const { t } = useTranslation('api-docs');
  return (
    <section aria-labelledby="shapes">
      <h2 id="shapes">{t('shapes')}</h2>
      <p>{t('shapesNote')}</p>
      {shapes.map(({ name, shape }) => (
        <section key={name}>
          <h3 id={shapeId(name)}>{name}</h3>
          <pre lang="en">
            <code>
              <Shape parts={shape} />
            </code>
          </pre>
        </section>
      ))}
    </section>
  );
}
