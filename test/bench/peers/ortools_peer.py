"""`python ortools_peer.py INSTANCE SECONDS`: OR-Tools in the comparison; prints its plan."""
import json
import sys

from ortools.constraint_solver import pywrapcp, routing_enums_pb2

instance = json.load(open(sys.argv[1]))
seconds = int(float(sys.argv[2]))
jobs, vehicles, reloads = instance["jobs"], instance["vehicles"], instance["reloads"]
depot = vehicles[0]["depot"]
DAY = 10_000_000
LEAVING_OUT = 100_000_000

# Node 0 is the depot, then one node for each visit. Goods of vehicles that come back are picked up at the depot.
visits = []
pairs = []
for number, job in enumerate(jobs):
    pickup = job.get("pickup")
    if job["kind"] == "delivery" and reloads:
        pickup = {"location": depot, "service": 0, "window": [0, DAY]}
    if pickup:
        visits.append((number, "pickup", pickup, 1))
    visits.append((number, "pickup" if job["kind"] == "pickup" else "delivery", job["stop"], -1))
    if pickup:
        pairs.append((len(visits) - 1, len(visits)))

places = [depot] + [stop["location"] for _, _, stop, _ in visits]
service = [0] + [stop["service"] for _, _, stop, _ in visits]
manager = pywrapcp.RoutingIndexManager(len(places), len(vehicles), 0)
routing = pywrapcp.RoutingModel(manager)
metres = [[instance["distances"][a][b] for b in places] for a in places]
transit = [
    [instance["durations"][a][b] + service[i] for b in places] for i, a in enumerate(places)
]
routing.SetArcCostEvaluatorOfAllVehicles(routing.RegisterTransitMatrix(metres))
for index, vehicle in enumerate(vehicles):
    routing.SetFixedCostOfVehicle(vehicle["fixed"], index)
routing.AddDimension(routing.RegisterTransitMatrix(transit), DAY, DAY, False, "time")
time = routing.GetDimensionOrDie("time")
for index, vehicle in enumerate(vehicles):
    for end in (routing.Start(index), routing.End(index)):
        time.CumulVar(end).SetRange(*vehicle["shift"])
nodes = [manager.NodeToIndex(node) for node in range(len(places))]
for node, (number, _, stop, _) in enumerate(visits, start=1):
    time.CumulVar(nodes[node]).SetRange(*stop["window"])
    if jobs[number]["skills"]:
        able = [v for v, one in enumerate(vehicles) if set(jobs[number]["skills"]) <= set(one["skills"])]
        routing.VehicleVar(nodes[node]).SetValues([-1, *able])

# The load at the start is free, and is that of the plain deliveries: these are a load of their own that ends at nothing.
solver = routing.solver()
for d in range(len(jobs[0]["load"])):
    changes = [0]
    onBoard = [0]
    for number, kind, _, _ in visits:
        job = jobs[number]
        amount = job["load"][d]
        changes.append(amount if kind == "pickup" else -amount)
        onBoard.append(-amount if job["kind"] == "delivery" and not reloads else 0)
    capacity = [one["capacity"][d] for one in vehicles]
    name = f"load{d}"
    routing.AddDimensionWithVehicleCapacity(
        routing.RegisterUnaryTransitVector(changes), 0, capacity, False, name
    )
    routing.AddDimensionWithVehicleCapacity(
        routing.RegisterUnaryTransitVector(onBoard), 0, capacity, False, f"on-board{d}"
    )
    load, first = routing.GetDimensionOrDie(name), routing.GetDimensionOrDie(f"on-board{d}")
    for index in range(len(vehicles)):
        start = routing.Start(index)
        solver.Add(load.CumulVar(start) == first.CumulVar(start))
        first.CumulVar(routing.End(index)).SetValue(0)

for pickup, delivery in pairs:
    first, second = nodes[pickup], nodes[delivery]
    routing.AddPickupAndDelivery(first, second)
    solver.Add(routing.VehicleVar(first) == routing.VehicleVar(second))
    solver.Add(time.CumulVar(first) <= time.CumulVar(second))
inPairs = {node for pair in pairs for node in pair}
for node in range(1, len(places)):
    routing.AddDisjunction([nodes[node]], LEAVING_OUT // (2 if node in inPairs else 1))

waits = [0] * routing.Size()
for node in range(1, len(places)):
    waits[nodes[node]] = service[node]
for index, vehicle in enumerate(vehicles):
    pause = vehicle.get("pause")
    if pause:
        start, end = pause["window"]
        interval = solver.FixedDurationIntervalVar(int(start), int(end), pause["seconds"], False, f"break{index}")
        time.SetBreakIntervalsOfVehicle([interval], index, waits)

parameters = pywrapcp.DefaultRoutingSearchParameters()
parameters.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PARALLEL_CHEAPEST_INSERTION
parameters.local_search_metaheuristic = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
parameters.time_limit.FromSeconds(seconds)
solution = routing.SolveWithParameters(parameters)
routes = []
if solution:
    for index in range(len(vehicles)):
        at = solution.Value(routing.NextVar(routing.Start(index)))
        found = []
        while not routing.IsEnd(at):
            number, kind, _, _ = visits[manager.IndexToNode(at) - 1]
            isLoading = reloads and kind == "pickup" and jobs[number]["kind"] == "delivery"
            if not isLoading:
                found.append({"job": number, "kind": kind})
            elif found and found[-1]["kind"] != "reload":
                found.append({"kind": "reload"})
            at = solution.Value(routing.NextVar(at))
        if found:
            routes.append({"vehicle": index, "visits": found})
json.dump({"routes": routes}, sys.stdout)
