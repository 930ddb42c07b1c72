import { index, route, type RouteConfig } from '@remix-run/route-config';

/** Every address of the web app. A folder is a screen, a single .ts file answers without a screen of its own. */
export default [
  index('routes/($id)/route.tsx', { id: 'home' }),
  route(':id', 'routes/($id)/route.tsx', { id: 'home-search' }),
  route('language', 'routes/language.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('help-files/:what/:kind/:language', 'routes/help-files.$what.$kind.$language.ts'),
  route('info/:page', 'routes/info.$page/route.tsx'),
  route('data-set/:nr', 'routes/data-set.$nr/route.tsx'),

  route('search/download', 'routes/search.download.ts'),
  route('file-download/:id', 'routes/file-download.$id/route.tsx'),
  route('my-downloads', 'routes/my-downloads/route.tsx'),
  route('my-downloads/:id/:nr/:fileName', 'routes/my-downloads.$id.$nr.$fileName.ts'),

  route('file-upload', 'routes/file-upload/route.tsx', [
    index('routes/file-upload._index/route.tsx'),
    route('receive/:kind', 'routes/file-upload.receive.$kind/route.tsx'),
    route('data/:id', 'routes/file-upload.data.$id/route.tsx'),
    route('rows/:id', 'routes/file-upload.rows.$id/route.tsx'),
    route('check/:id', 'routes/file-upload.check.$id/route.tsx'),
    route('correct/:id', 'routes/file-upload.correct.$id/route.tsx'),
    route('preview/:id', 'routes/file-upload.preview.$id/route.tsx'),
    route('meta/:id', 'routes/file-upload.meta.$id/route.tsx'),
    route('submit/:id', 'routes/file-upload.submit.$id/route.tsx'),
  ]),
  route('drafts/:form', 'routes/drafts.$form.ts'),
  route('file-upload/resumable/:kind', 'routes/file-upload.resumable.$kind.ts'),
  route('file-upload/part/:id', 'routes/file-upload.part.$id.ts'),
  route('file-upload/delete/:id', 'routes/file-upload_.delete.$id/route.tsx'),
  route('file-upload/withdraw/:id', 'routes/file-upload_.withdraw.$id/route.tsx'),
  route('file-upload/revise/:id', 'routes/file-upload_.revise.$id/route.tsx'),
  route('file-upload/values/:field', 'routes/file-upload.values.$field.ts'),
  route('file-upload/validate/:id', 'routes/file-upload.validate.$id.ts'),
  route('file-upload/original/:id', 'routes/file-upload.original.$id.ts'),
  route('file-upload/problems/:id', 'routes/file-upload.problems.$id.ts'),

  route('editorial-board', 'routes/editorial-board/route.tsx', [
    index('routes/editorial-board._index/route.tsx'),
    route('data/:id', 'routes/editorial-board.data.$id/route.tsx'),
    route('rows/:id', 'routes/editorial-board.rows.$id/route.tsx'),
    route('check/:id', 'routes/editorial-board.check.$id/route.tsx'),
    route('preview/:id', 'routes/editorial-board.preview.$id/route.tsx'),
    route('meta/:id', 'routes/editorial-board.meta.$id/route.tsx'),
    route('vote/:id', 'routes/editorial-board.vote.$id/route.tsx'),
  ]),

  route('authentication/login', 'routes/authentication.login.ts'),
  route('authentication/login-callback', 'routes/authentication.login-callback.ts'),
  route('authentication/login-failed', 'routes/authentication.login-failed/route.tsx'),
  route('authentication/register', 'routes/authentication.register.ts'),
  route('authentication/profile', 'routes/authentication.profile.ts'),
  route('authentication/logout', 'routes/authentication.logout/route.tsx'),
  route('authentication/logout-callback', 'routes/authentication.logout-callback.ts'),
  route('authentication/logged-out', 'routes/authentication.logged-out/route.tsx'),
  route('authentication/backchannel-logout', 'routes/authentication.backchannel-logout.ts'),
  route('authentication/:action', 'routes/authentication.$action/route.tsx'),
  route('_configuration/:client', 'routes/_configuration.$client.ts'),

  route('*', 'routes/$/route.tsx'),
] satisfies RouteConfig;
