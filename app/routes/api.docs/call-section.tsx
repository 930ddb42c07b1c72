import { useTranslation } from 'react-i18next';

import type { ShownBody, ShownCall } from './describe-api.server';
import { CodeText, Shape } from './shape';

/** One call: what it does, its parameters and bodies, its answers and examples. */
export function CallSection({ call }: { call: ShownCall }) {
  const { t } = useTranslation('api-docs');
  const name = `${call.method} ${call.path}`;
  return (
    <section className="api-call">
      <h4 id={call.id}>
        <code>{call.method}</code> <span lang="en">{call.summary}</span>
      </h4>
      {call.paragraphs.map((text) => (
        <p key={text} lang="en">
          <CodeText text={text} />
        </p>
      ))}
      {call.parameters.length > 0 ? <Parameters call={call} name={name} /> : null}
      {call.bodies.length > 0 ? (
        <>
          <h5>{t('body')}</h5>
          <Bodies bodies={call.bodies} />
        </>
      ) : null}
      <Answers call={call} />
      {call.examples.map(({ title, curl, status, answer }) => (
        <figure key={title} className="api-example">
          <figcaption>
            {t('example')} <span lang="en">{title}</span>
          </figcaption>
          <pre>
            <code>{curl}</code>
          </pre>
          <p>{t(answer === '' ? 'answeredBare' : 'answered', { status })}</p>
          {answer === '' ? null : (
            <pre>
              <code>{answer}</code>
            </pre>
          )}
        </figure>
      ))}
    </section>
  );
}

function Parameters({ call, name }: { call: ShownCall; name: string }) {
  const { t } = useTranslation('api-docs');
  return (
    <table className="api-parameters">
      <caption>{t('parameters', { call: name })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {call.parameters.map((parameter) => (
          <tr key={`${parameter.in} ${parameter.name}`}>
            <th scope="row">
              <code>{parameter.name}</code>
              <span className="api-place">
                {t(`in.${parameter.in}`)}
                {parameter.isRequired ? `, ${t('required')}` : ''}
              </span>
            </th>
            <td>
              <span lang="en">
                <CodeText text={parameter.meaning} />
              </span>{' '}
              <code>
                <Shape parts={parameter.shape} />
              </code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Answers({ call }: { call: ShownCall }) {
  const { t } = useTranslation('api-docs');
  return (
    <>
      <h5>{t('answers')}</h5>
      <dl className="api-answers">
        {call.answers.map(({ status, lines, headers, bodies }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              {lines.map((line) => (
                <p key={line} lang="en">
                  <CodeText text={line} />
                </p>
              ))}
              {headers.map(([name, meaning]) => (
                <p key={name} lang="en">
                  <code>{name}</code>: <CodeText text={meaning} />
                </p>
              ))}
              <Bodies bodies={bodies} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Bodies({ bodies }: { bodies: ShownBody[] }) {
  return bodies.map(({ mediaType, shape }) => (
    <div key={mediaType} className="api-body">
      <code>{mediaType}</code>
      {shape.length > 0 ? (
        <pre lang="en">
          <code>
            <Shape parts={shape} />
          </code>
        </pre>
      ) : null}
    </div>
  ));
}
