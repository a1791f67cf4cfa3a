-- Steps are stored in our words; packages/contract alone knows those of the wire. What `extra` holds came
-- over the wire and stays as it is.

-- A rule of a branch: what nothing looks at (BOQ, BOV, TYPE) stands in its `extra`, where it says anything.
create function pg_temp.own_condition(condition jsonb) returns jsonb language sql immutable as $$
  select condition - '{question,constant,type}'::text[]
    || case when extra = '{}' then '{}' else jsonb_build_object('extra', extra) end
  from (
    select coalesce(condition -> 'extra', '{}')
      || case when condition ->> 'question' <> '' then jsonb_build_object('BOQ', condition -> 'question') else '{}' end
      || case when condition ->> 'constant' <> '' then jsonb_build_object('BOV', condition -> 'constant') else '{}' end
      || case when condition ->> 'type' <> 'CDF' then jsonb_build_object('TYPE', condition -> 'type') else '{}' end as extra
  ) kept
$$;

create function pg_temp.own_words(step jsonb) returns jsonb language sql immutable as $$
  select step - 'aux'
    || jsonb_build_object('type', coalesce('{
        "STATEMENT": "message", "ONESELECTION": "choice-question", "SHORTANSWER": "open-question", "TRAILER": "final-message",
        "API": "api-call", "CDF": "tag", "BRANCH": "branch", "INTERVAL": "wait", "OPTIN": "opt-in", "MMS": "mms",
        "RESET": "drip-reset", "AUX": "auxiliary", "BATCHCP": "switch", "NOTIFY": "notification"
      }'::jsonb -> (step ->> 'type'), step -> 'type'))
    || case when step #> '{wait,unit}' is null then '{}'
        else jsonb_build_object('wait', (step -> 'wait') || jsonb_build_object('unit', lower(step #>> '{wait,unit}'))) end
    || case when step -> 'onExpiry' is null then '{}' else jsonb_build_object('onExpiry', lower(step ->> 'onExpiry')) end
    || case when step -> 'contentType' is null then '{}'
        else jsonb_build_object('contentType', lower(step ->> 'contentType')) end
    || case when step -> 'resultAction' is null then '{}'
        else jsonb_build_object('resultAction', lower(step ->> 'resultAction')) end
    || case when step -> 'aux' is null then '{}' else jsonb_build_object('panel', lower(step ->> 'aux')) end
    || case when step -> 'conditions' is null then '{}'
        else jsonb_build_object('conditions', (
          select coalesce(jsonb_agg(pg_temp.own_condition(condition) order by n), '[]')
          from jsonb_array_elements(step -> 'conditions') with ordinality as each (condition, n))) end
$$;

update steps set step = pg_temp.own_words(step);

-- What a blast sends is what was reviewed: its flows are kept beside it.
update blasts set flows = (
  select coalesce(jsonb_object_agg(id, flow || jsonb_build_object('steps', (
    select coalesce(jsonb_agg(pg_temp.own_words(step) order by n), '[]')
    from jsonb_array_elements(flow -> 'steps') with ordinality as each (step, n)))), '{}')
  from jsonb_each(flows) as each (id, flow)
) where flows <> '{}';

drop function pg_temp.own_words(jsonb), pg_temp.own_condition(jsonb);
