-- Reports are stored by breakpoint, a list of {x, y, w, h, title, metric} each; before, their tiles stood apart from their places.
update reports set layout = jsonb_set(layout, '{layout}', (
  select jsonb_object_agg(breakpoint, (
    select coalesce(jsonb_agg(
      (layout #> array['layout', 'layouts', breakpoint, tile ->> 'layoutId'])
        || jsonb_build_object('title', tile -> 'title', 'metric', tile) order by position), '[]')
    from jsonb_array_elements(layout #> '{layout,tiles}') with ordinality tiles (tile, position)
    where layout #> array['layout', 'layouts', breakpoint] ? (tile ->> 'layoutId')))
  from unnest(array['md', 'sm', 'xxs']) breakpoint))
where jsonb_typeof(layout #> '{layout,tiles}') = 'array';
