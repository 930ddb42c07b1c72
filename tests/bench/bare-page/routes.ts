import { index, route, type RouteConfig } from '@remix-run/route-config';

export default [index('home.tsx'), route('lines/:count', 'lines.tsx')] satisfies RouteConfig;
