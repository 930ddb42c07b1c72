/**
 * Sends the spans of this process to a collector that takes OTLP by HTTP, such as `http://127.0.0.1:4318`, in the
 * background and in batches; what cannot be sent is dropped. The SDK is only loaded here. It reads the rest of
 * OpenTelemetry's settings from the environment, such as `OTEL_TRACES_SAMPLER` and `OTEL_EXPORTER_OTLP_HEADERS`. Without
 * an endpoint nothing is collected. Returns the function that sends what is left.
 */
export async function openTracing(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || 'motothek' }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  return () => provider.shutdown().catch(() => undefined);
}
